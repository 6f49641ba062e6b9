/** The Cookie header that a browser sends after these Set-Cookie headers. */
export const cookiesOf = (setCookies: string | string[] | number | undefined): string =>
  [setCookies ?? []]
    .flat()
    .map((cookie) => String(cookie).split(';')[0])
    .join('; ')
