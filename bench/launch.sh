# Sourced by bench/run and bench/check: builds the benchmarks if they are missing or older than their sources, and runs them.
# JAVA_HOME, if set, says which JVM measures.

root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)"
target="$root/bench/target"
jar="$target/recloser-bench.jar"
# Touched by a build when it starts, so that a change made meanwhile counts as newer.
stamp="$target/bench.stamp"

fail() {
  echo "bench: $1" >&2
  exit 1
}

is_stale() {
  [ ! -f "$jar" ] || [ ! -f "$stamp" ] || [ -n "$(
    cd "$root" && find pom.xml core/pom.xml core/src/main bench/pom.xml bench/src/main \
      -newer "$stamp" -print 2>/dev/null | head -n 1
  )" ]
}

build() {
  command -v mvn >/dev/null || fail "mvn is not on the PATH; Maven 3.8.7 or later builds the benchmarks"
  echo "building the benchmarks …" >&2
  mkdir -p "$target"
  touch "$stamp.new"
  (
    cd "$root" && mvn -B -q -Dstyle.color=never -pl bench -am package -Dmaven.test.skip=true \
      -Dspotless.check.skip=true
  ) >"$target/bench.log" 2>&1 || {
    cat "$target/bench.log" >&2
    fail "the build failed; what Maven said is above"
  }
  mv "$stamp.new" "$stamp"
}

# The commit that is measured; results and pages beside the sources do not make it another one.
commit() {
  local id
  id="$(git -C "$root" rev-parse --short=12 HEAD 2>/dev/null)" || {
    echo unknown
    return
  }
  [ -z "$(git -C "$root" status --porcelain -- pom.xml core bench ':!bench/results' 2>/dev/null)" ] || id="$id-dirty"
  echo "$id"
}

launch() { # run or check, and its arguments
  local java
  if [ -n "${JAVA_HOME:-}" ]; then
    java="$JAVA_HOME/bin/java"
    [ -x "$java" ] || fail "JAVA_HOME must be the folder of a JDK, but was $JAVA_HOME"
  else
    java="$(command -v java)" || fail "java is not on the PATH; a JDK 17 or later is needed"
  fi
  if is_stale; then
    # Two commands must not build at once.
    if command -v flock >/dev/null; then
      mkdir -p "$target"
      exec 9>"$target/bench.lock"
      flock 9
    fi
    if is_stale; then
      build
    fi
    exec 9>&-
  fi
  if [ -z "${LC_ALL:-}${LC_CTYPE:-}${LANG:-}" ]; then
    export LC_ALL=C.UTF-8
  fi
  # Standard output in UTF-8 on JDK 17 too.
  # Another JMH on the machine is the user's own affair; its lock would end a run midway.
  exec "$java" -Dfile.encoding=UTF-8 -Djmh.ignoreLock=true -Drecloser.bench.home="$root/bench" \
    -Drecloser.bench.commit="$(commit)" -jar "$jar" "$@"
}
