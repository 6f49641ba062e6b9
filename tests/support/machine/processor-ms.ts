/** Returns the time that this thread has had of a processor, in milliseconds and steps of some, whatever else the machine does. */
export function processorMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}
