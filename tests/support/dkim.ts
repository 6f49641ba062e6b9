import { createHash, createPublicKey, verify } from 'node:crypto'

const relax = (text: string) => text.replaceAll(/[ \t]+/g, ' ')

const relaxedBody = (body: string) =>
  relax(body)
    .replaceAll(/ (?=\r\n)/g, '')
    .replace(/(\r\n)*$/, '\r\n')

function relaxedHeader(header: string): string {
  const [name = '', ...value] = header.replaceAll(/\r\n(?=[ \t])/g, '').split(':')
  return `${name.trim().toLowerCase()}:${relax(value.join(':')).trim()}`
}

const tagsOf = (text: string) =>
  Object.fromEntries(
    text.split(';').map((tag) => {
      const [name = '', ...value] = tag.split('=')
      return [name.trim(), value.join('=').replaceAll(/\s/g, '')]
    }),
  )

/** The selector with which a mail is signed; undefined for one without a signature. */
export const selectorOf = (raw: string) =>
  /^DKIM-Signature:[\s\S]*?[\s;]s=([^;\s]+)/m.exec(raw)?.[1]

/**
 * Verifies the signature of a mail with a record of the DNS, as a receiver does who follows RFC 6376.
 * Only for rsa-sha256 over relaxed forms, which is what we send.
 */
export function isSignedBy(raw: string, record: string): boolean {
  const [head = '', ...bodies] = raw.split('\r\n\r\n')
  const headers = head.split(/\r\n(?![ \t])/)
  const signature = headers.find((each) => /^dkim-signature:/i.test(each))
  if (signature === undefined) return false
  const tags = tagsOf(signature.slice(signature.indexOf(':') + 1))
  const body = relaxedBody(bodies.join('\r\n\r\n'))
  if (createHash('sha256').update(body).digest('base64') !== tags.bh) return false
  const signed = (tags.h ?? '').split(':').flatMap((name) => {
    const found = headers.findLast((each) =>
      each.toLowerCase().startsWith(`${name.toLowerCase()}:`),
    )
    return found === undefined ? [] : relaxedHeader(found)
  })
  const own = relaxedHeader(signature).replace(/([ ;]b=)[^;]*/, '$1')
  const key = createPublicKey({
    key: Buffer.from(tagsOf(record).p ?? '', 'base64'),
    format: 'der',
    type: 'spki',
  })
  const text = Buffer.from([...signed, own].join('\r\n'))
  return verify('sha256', text, key, Buffer.from(tags.b ?? '', 'base64'))
}
