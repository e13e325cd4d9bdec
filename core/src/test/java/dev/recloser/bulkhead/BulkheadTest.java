package dev.recloser.bulkhead;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.recloser.CheckedSupplier;
import dev.recloser.Next;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** A bulkhead without a queue. */
class BulkheadTest {
  private final Bulkhead bulkhead = Bulkhead.of("db", 2);

  @Test
  void asManyRunAtOnceAsMayAndNoMore() {
    BulkheadPermit first = bulkhead.acquire();
    try (BulkheadPermit second = bulkhead.acquire()) {
      assertThat(second).isNotSameAs(first);
      assertThatThrownBy(bulkhead::acquire).isInstanceOf(BulkheadFullException.class);
      assertThat(bulkhead.tryAcquire()).isEmpty();
      first.close();
      assertThat(bulkhead.call(() -> bulkhead.snapshot().running())).isEqualTo(2);
    }
    assertThat(bulkhead.snapshot()).isEqualTo(new BulkheadSnapshot("db", 2, 0, 2, 0, 0, 2, 0));
    assertThat(bulkhead).hasToString("Bulkhead[db, 0 of 2]");
  }

  // E39: two extra releases raised the limit.
  @Test
  void aPermitIsGivenBackOnce() {
    BulkheadPermit permit = bulkhead.acquire();
    permit.close();
    permit.close();
    permit.close();
    assertThat(bulkhead.snapshot().free()).isEqualTo(2);
  }

  // C62: code between the permit and the call that throws leaked the permit.
  @Test
  void whateverTheTaskThrowsReachesTheCallerAndGivesThePermitBack() {
    for (Throwable thrown :
        List.of(new IOException(), new IllegalStateException(), new StackOverflowError())) {
      for (int i = 0; i < 1000; i++) {
        assertThat(thrownBy(() -> sneakily(thrown))).isSameAs(thrown);
      }
      assertThat(bulkhead.snapshot().free()).isEqualTo(2);
    }
  }

  private Throwable thrownBy(CheckedSupplier<String, Exception> task) {
    try {
      bulkhead.run(task::get);
      return new AssertionError("nothing was thrown");
    } catch (Throwable first) {
      try {
        bulkhead.call(task);
        return new AssertionError("nothing was thrown");
      } catch (Throwable second) {
        assertThat(second).isSameAs(first);
        return first;
      }
    }
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // To throw what it is given.
  private static <E extends Throwable> String sneakily(Throwable thrown) throws E {
    throw (E) thrown;
  }

  @Test
  void onlyARefusalTakesTheSecondPath() {
    assertThat(bulkhead.<String, RuntimeException>callOrElse(
            () -> "body", BulkheadFullException::reason))
        .isEqualTo("body");
    assertThatThrownBy(() -> bulkhead.callOrElse(
            () -> {
              throw new IOException("down");
            },
            rejection -> "cached"))
        .isInstanceOf(IOException.class);
    fill(bulkhead);
    assertThat(bulkhead.<String, RuntimeException>callOrElse(
            () -> "body", BulkheadFullException::reason))
        .isEqualTo("all 2 permits are taken");
  }

  @Test
  void aRefusalSaysAllAndIsShared() {
    fill(bulkhead);
    BulkheadFullException refusal = refusal(bulkhead);
    assertThat(refusal).isSameAs(refusal(bulkhead));
    assertThat(refusal.policyName()).isEqualTo("db");
    assertThat(refusal.maxConcurrent()).isEqualTo(2);
    assertThat(refusal.queue()).isZero();
    assertThat(refusal.waited()).isFalse();
    assertThat(refusal.retryAfter()).isEqualTo(Optional.empty());
    assertThat(refusal.getStackTrace()).isEmpty();
    assertThat(refusal).hasMessage("bulkhead 'db' is full: all 2 permits are taken");

    refusal.addSuppressed(new IOException());
    assertThat(refusal.getSuppressed()).isEmpty();
    BulkheadFullException own = refusal.ofOneCall();
    own.addSuppressed(new IOException());
    assertThat(own.getSuppressed()).hasSize(1);
    assertThat(own).hasMessage(refusal.getMessage());
  }

  @Test
  void refusalsOfAllKindsAreCounted() {
    fill(bulkhead);
    assertThat(bulkhead.tryAcquire()).isEmpty();
    assertThat(bulkhead.<Integer, RuntimeException>callOrElse(() -> 1, rejection -> 2))
        .isEqualTo(2);
    assertThatThrownBy(() -> bulkhead.run(() -> {})).isInstanceOf(BulkheadFullException.class);
    assertThat(bulkhead.callAsync(() -> CompletableFuture.completedFuture(1)))
        .isCompletedExceptionally();
    assertThat(bulkhead.snapshot().rejected()).isEqualTo(4);
  }

  @Test
  void inAPipelineItIsALinkLikeAnyOther() {
    Bulkhead inner = Bulkhead.of("inner", 1);
    Next next = new Next.Link(bulkhead, new Next.Link(inner, Next.task()));
    assertThat(next.call(() -> bulkhead.snapshot().running() + inner.snapshot().running()))
        .isEqualTo(2);
    fill(inner);
    assertThatThrownBy(() -> next.call(() -> 1)).hasMessageContaining("'inner'");
    assertThat(bulkhead.snapshot().free()).isEqualTo(2);
  }

  static List<BulkheadPermit> fill(Bulkhead bulkhead) {
    List<BulkheadPermit> permits = new ArrayList<>();
    while (bulkhead.snapshot().free() > 0) {
      permits.add(bulkhead.acquire());
    }
    return permits;
  }

  static BulkheadFullException refusal(Bulkhead bulkhead) {
    try {
      bulkhead.run(() -> {});
      throw new AssertionError("it was let in");
    } catch (BulkheadFullException refusal) {
      return refusal;
    }
  }
}
