import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import tls from 'node:tls'
import { generate } from 'selfsigned'

/** A certificate for this machine, and its key, both in PEM format. */
export type Certificate = { key: string; cert: string }

const thisMachine = [
  { type: 2 as const, value: 'localhost' },
  { type: 7 as const, ip: '127.0.0.1' },
]

/**
 * Makes a certificate for this machine, or for another host, signed by itself, so that no program
 * trusts it by default.
 */
export async function makeCertificate(otherHost?: string): Promise<Certificate> {
  // The name is unique: if several trusted certificates have the same name, TLS may try the wrong
  // one.
  const name = `localhost ${randomUUID()}`
  const { private: key, cert } = await generate([{ name: 'commonName', value: name }], {
    keyType: 'ec',
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      {
        name: 'subjectAltName',
        altNames: otherHost ? [{ type: 2, value: otherHost }] : thisMachine,
      },
    ],
  })
  return { key, cert }
}

/** Makes this process trust a certificate. */
export function trustHere({ cert }: Certificate): void {
  tls.setDefaultCACertificates([...tls.getCACertificates('default'), cert])
}

/** Writes a certificate to a file. Returns its path, for a process's NODE_EXTRA_CA_CERTS. */
export function writeCertificate({ cert }: Certificate, folder: string): string {
  const path = join(folder, 'certificate.pem')
  writeFileSync(path, cert)
  return path
}
