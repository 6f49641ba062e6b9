const megabyte = 1024 * 1024

/** A number of bytes for a person. */
export const size = (bytes: number) =>
  bytes < 10_000 * megabyte
    ? `${(bytes / megabyte).toFixed(bytes < 10 * megabyte ? 1 : 0)} MB`
    : `${(bytes / megabyte / 1024).toFixed(0)} GB`

/** A time for a person. */
export const seconds = (ms: number) =>
  ms < 120_000 ? `${(ms / 1000).toFixed(1)} s` : `${Math.round(ms / 60_000)} min`
