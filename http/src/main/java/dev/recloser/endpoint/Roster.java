package dev.recloser.endpoint;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Who is in a pool. A change makes another list, so that a reader has all of one state. */
final class Roster<E> {
  private static final VarHandle MEMBERS;

  static {
    try {
      MEMBERS = MethodHandles.lookup().findVarHandle(Roster.class, "members", List.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private volatile List<Member<E>> members = List.of();

  /** Returns the members, in the order in which they joined. */
  List<Member<E>> members() {
    return members;
  }

  @Nullable
  Member<E> find(E endpoint) {
    return find(members, endpoint);
  }

  /** Adds a member unless its endpoint has one; returns whether it has. */
  boolean add(Member<E> member) {
    while (true) {
      List<Member<E>> before = members;
      if (find(before, member.endpoint()) != null) {
        return false;
      }
      List<Member<E>> after = new ArrayList<>(before);
      after.add(member);
      if (MEMBERS.compareAndSet(this, before, List.copyOf(after))) {
        return true;
      }
    }
  }

  /** Takes out the member of the endpoint, and returns it if there was one. */
  @Nullable
  Member<E> remove(E endpoint) {
    while (true) {
      List<Member<E>> before = members;
      Member<E> member = find(before, endpoint);
      if (member == null) {
        return null;
      }
      List<Member<E>> after = before.stream().filter(one -> one != member).toList();
      if (MEMBERS.compareAndSet(this, before, after)) {
        return member;
      }
    }
  }

  private static <E> @Nullable Member<E> find(List<Member<E>> members, E endpoint) {
    for (Member<E> member : members) {
      if (member.endpoint().equals(endpoint)) {
        return member;
      }
    }
    return null;
  }
}
