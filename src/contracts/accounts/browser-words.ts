/** What stands in a User-Agent header, and what people call it. The first match counts. */
const browsers: [RegExp, string][] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS)\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
]

const systems: [RegExp, string][] = [
  [/\biPhone\b/, 'an iPhone'],
  [/\biPad\b/, 'an iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'a Mac'],
  [/\bCrOS\b/, 'a Chromebook'],
  [/\bLinux\b/, 'Linux'],
]

const find = (names: [RegExp, string][], userAgent: string) =>
  names.find(([pattern]) => pattern.test(userAgent))?.[1]

/** The system under a browser, as people call it: `an iPhone`, `Windows`. */
export const systemInWords = (userAgent: string) => find(systems, userAgent)

/** A browser as people call it: `Firefox on Windows`. A browser may claim to be another one. */
export function browserInWords(userAgent: string): string {
  const browser = find(browsers, userAgent) ?? 'An unknown browser'
  const system = systemInWords(userAgent)
  return system ? `${browser} on ${system}` : browser
}
