/** So many minutes later. */
export const minutesAfter = (at: Date, minutes: number) => new Date(at.getTime() + minutes * 60_000)
