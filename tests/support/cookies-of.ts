/** What a browser sends back of what it was told to keep. */
export const cookiesOf = (setCookies: string | string[] | number | undefined): string =>
  [setCookies ?? []]
    .flat()
    .map((cookie) => String(cookie).split(';')[0])
    .join('; ')
