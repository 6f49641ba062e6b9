import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import tls from 'node:tls'
import { generate } from 'selfsigned'

/** A certificate for this machine, and its key, both in PEM format. */
export type Certificate = { key: string; cert: string }

/** Makes a certificate for `localhost` that nobody has a reason to trust. */
export async function makeCertificate(): Promise<Certificate> {
  // A name of its own: among several trusted certificates of one name, TLS may try the wrong one.
  const name = `localhost ${randomUUID()}`
  const { private: key, cert } = await generate([{ name: 'commonName', value: name }], {
    keyType: 'ec',
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      {
        name: 'subjectAltName',
        altNames: [
          { type: 2, value: 'localhost' },
          { type: 7, ip: '127.0.0.1' },
        ],
      },
    ],
  })
  return { key, cert }
}

/** Makes this process trust a certificate, as an administrator would. */
export function trustHere({ cert }: Certificate): void {
  tls.setDefaultCACertificates([...tls.getCACertificates('default'), cert])
}

/** Writes a certificate where a process can be told to trust it, by NODE_EXTRA_CA_CERTS. */
export function writeCertificate({ cert }: Certificate, folder: string): string {
  const path = join(folder, 'certificate.pem')
  writeFileSync(path, cert)
  return path
}
