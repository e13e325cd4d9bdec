package dev.recloser.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MarkdownCodeTest {
  @TempDir
  private Path sources;

  @BeforeEach
  void writeSources() throws IOException {
    Files.writeString(sources.resolve("One.java"), """
        class One {
          void guide() {
            // docs: first

            if (ready) {
              go();
            }

            // end
          }
        }
        """);
    Files.writeString(sources.resolve("Two.java"), """
        // docs: second
        stop();
        // end
        """);
  }

  @Test
  void blocksThatShowTheirRegionsHaveNoFault() {
    String document = """
        # Guide

        <!-- code: first -->
        ```java
        if (ready) {
          go();
        }
        ```

        * A list:

          <!-- code: second -->
          ```java
          stop();
          ```
        """;

    MarkdownCode code = MarkdownCode.of(document, CodeRegions.in(sources));

    assertThat(code.faults()).isEmpty();
    assertThat(code.updated()).isEqualTo(document);
  }

  @Test
  void aBlockThatDiffersIsNamedAndUpdated() {
    String document = """
        * A list:

          <!-- code: first -->
          ```java
          go();
          ```
        """;

    MarkdownCode code = MarkdownCode.of(document, CodeRegions.in(sources));

    assertThat(code.faults())
        .singleElement()
        .asString()
        .startsWith("line 4: 'first' differs from its test source");
    assertThat(code.updated()).isEqualTo("""
            * A list:

              <!-- code: first -->
              ```java
              if (ready) {
                go();
              }
              ```
            """);
  }

  @Test
  void aJavaBlockWithoutAMarkerIsAFault() {
    String document = "Text\n```java\ngo();\n```\n";

    MarkdownCode code = MarkdownCode.of(document, CodeRegions.in(sources));

    assertThat(code.faults())
        .containsExactly("line 2: a java block without <!-- code: name --> on the line before");
    assertThat(code.updated()).isEqualTo(document);
  }

  @Test
  void aMarkerWithoutARegionIsAFault() {
    MarkdownCode code =
        MarkdownCode.of("<!-- code: third -->\n```java\ngo();\n```\n", CodeRegions.in(sources));

    assertThat(code.faults()).containsExactly("line 2: no test source has a region 'third'");
  }

  @Test
  void aBlockWithoutAnEndIsAFault() {
    MarkdownCode code =
        MarkdownCode.of("<!-- code: second -->\n```java\nstop();\n", CodeRegions.in(sources));

    assertThat(code.faults()).containsExactly("line 2: the block has no end");
  }

  @Test
  void blocksOfOtherLanguagesAreLeftAlone() {
    String document = "````markdown\n```java\ngo();\n```\n````\n\n```sh\n./recloser demo\n```\n";

    MarkdownCode code = MarkdownCode.of(document, CodeRegions.in(sources));

    assertThat(code.faults()).isEmpty();
    assertThat(code.updated()).isEqualTo(document);
  }

  @Test
  void aRegionNeedsAnEndAndANameOfItsOwn() throws IOException {
    Files.writeString(sources.resolve("Three.java"), "// docs: second\ngo();\n// end\n");
    assertThatThrownBy(() -> CodeRegions.in(sources))
        .isInstanceOf(AssertionError.class)
        .hasMessageEndingWith("there is another region 'second'");

    Files.writeString(sources.resolve("Three.java"), "// docs: third\ngo();\n");
    assertThatThrownBy(() -> CodeRegions.in(sources))
        .isInstanceOf(AssertionError.class)
        .hasMessageEndingWith("Three.java: region 'third' has no end");
  }
}
