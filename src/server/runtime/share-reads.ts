/**
 * Lets callers who ask for the same at the same time share one read. A caller who asks while a read
 * is under way waits for the next one: so no caller gets what was read before they asked, and there
 * is never more than one read of a key.
 */
export function shareReads<Key, Value>(
  read: (key: Key) => Promise<Value>,
): (key: Key) => Promise<Value> {
  const running = new Map<Key, Promise<Value>>()
  const queued = new Map<Key, Promise<Value>>()

  function start(key: Key): Promise<Value> {
    const reading = read(key).finally(() => running.delete(key))
    running.set(key, reading)
    return reading
  }

  return (key) => {
    const waiting = queued.get(key)
    if (waiting) return waiting
    const current = running.get(key)
    if (!current) return start(key)
    const next = current
      .catch(() => {})
      .then(() => {
        queued.delete(key)
        return start(key)
      })
    queued.set(key, next)
    return next
  }
}
