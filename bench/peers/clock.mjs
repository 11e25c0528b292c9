// A stopwatch in seconds for the peers: the clock's or, where they are fewer, the processor's, so that a busy machine does not count
// against them, nor do the helper threads of their runtime.
export function stopwatch() {
  const began = performance.now(),
    used = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(used);
    return Math.min((performance.now() - began) / 1e3, (user + system) / 1e6);
  };
}
