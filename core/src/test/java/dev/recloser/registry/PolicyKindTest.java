package dev.recloser.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

/** Kinds whose functions return nothing. */
class PolicyKindTest {
  private final Registry registry = Registry.create();

  @Test
  @SuppressWarnings("NullAway") // It is what is tested.
  void aPolicyThatIsNotBuiltIsNotKept() {
    PolicyKind<Object, Object> noPolicy =
        PolicyKind.of("hedge", (name, time) -> new Object(), builder -> null, policy -> () -> {});

    assertThatIllegalArgumentException()
        .isThrownBy(() -> registry.get(noPolicy, "inventory"))
        .withMessage("hedge 'inventory': what build returns must not be null, but was null");
    assertThat(registry.remove(noPolicy, "inventory")).isEmpty();
  }

  @Test
  @SuppressWarnings("NullAway") // It is what is tested.
  void aBuilderThatIsNotMadeIsRefused() {
    PolicyKind<Object, Object> noBuilder =
        PolicyKind.of("hedge", (name, time) -> null, builder -> builder, policy -> () -> {});

    assertThatIllegalArgumentException()
        .isThrownBy(() -> registry.get(noBuilder, "inventory"))
        .withMessage("hedge 'inventory': what builder returns must not be null, but was null");
  }
}
