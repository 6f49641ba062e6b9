/** A count as it is written: '1,200'. */
export const countText = (count: number) => count.toLocaleString('en-US')

/** A count with its noun: '1 row', '1,200 rows'. */
export const counted = (count: number, one: string) =>
  `${countText(count)} ${one}${count === 1 ? '' : 's'}`
