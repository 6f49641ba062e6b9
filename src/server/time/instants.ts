/** Returns an instant, in milliseconds since 1970, as clients get it: ISO 8601 in UTC. */
export const asIso = (at: number | null | undefined): string | null =>
  at == null ? null : new Date(at).toISOString()
