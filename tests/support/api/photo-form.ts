const boundary = 'a-boundary-of-the-test'

/** A file of a form. */
export type FormFile = { name: string; bytes: Buffer }

/** The request with which a browser sends photographs and texts: the files first. */
export function photoForm(
  url: string,
  files: readonly FormFile[],
  fields: Record<string, string> = {},
) {
  const part = (named: string, body: Buffer) => [
    Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; ${named}\r\n\r\n`),
    body,
    Buffer.from('\r\n'),
  ]
  const texts = Object.entries(fields).flatMap(([name, value]) =>
    part(`name="${name}"`, Buffer.from(value.replaceAll('\n', '\r\n'))),
  )
  const photos = files.flatMap(({ name, bytes }) =>
    part(`name="photos"; filename="${name}"`, bytes),
  )
  return {
    method: 'POST' as const,
    url,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([...photos, ...texts, Buffer.from(`--${boundary}--\r\n`)]),
  }
}
