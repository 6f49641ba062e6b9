/**
 * The value of a color in the text of `tokens.css`, for mails and pictures, which cannot use custom
 * properties. Throws if there is no such color.
 */
export function colorIn(tokens: string, name: string): string {
  const value = new RegExp(`--color-${name}: (#[0-9a-f]{6});`).exec(tokens)?.[1]
  if (!value) throw new Error(`tokens.css has no color ${name}`)
  return value
}
