import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

/** A server's request to a passkey, as far as this one reads it. */
type Asked = { challenge: string }

/** How a device may differ from an honest one at the right site. */
type Differences = { origin?: string; isUserVerified?: boolean; uses?: number }

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const base64url = (data: Buffer) => data.toString('base64url')

const cbor = (value: Parameters<typeof isoCBOR.encode>[0]) => Buffer.from(isoCBOR.encode(value))

/** A device that holds one passkey for a site, and responds as a browser does (WebAuthn, ES256). */
export function makeDevicePasskey({ host, origin }: { host: string; origin: string }) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(16)
  let uses = 0

  function authenticatorData({ isUserVerified = true }: Differences, attested = Buffer.alloc(0)) {
    const flags = 0x01 | (isUserVerified ? 0x04 : 0) | (attested.length > 0 ? 0x40 : 0)
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(uses)
    return Buffer.concat([sha256(host), Buffer.from([flags]), counter, attested])
  }

  const clientData = (type: string, { challenge }: Asked, differences: Differences) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: differences.origin ?? origin }))

  const common = { id: base64url(id), rawId: base64url(id), type: 'public-key' } as const
  const extensions = { clientExtensionResults: {} }

  return {
    id: common.id,
    /** The response to a request for a new passkey. */
    register(asked: Asked, differences: Differences = {}) {
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
      const key = new Map<number | string, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ])
      const length = Buffer.from([0, id.length])
      const attested = Buffer.concat([Buffer.alloc(16), length, id, cbor(key)])
      const attestation = new Map<string, string | Map<string, string> | Uint8Array>([
        ['fmt', 'none'],
        ['attStmt', new Map<string, string>()],
        ['authData', authenticatorData(differences, attested)],
      ])
      const clientDataJSON = base64url(clientData('webauthn.create', asked, differences))
      const attestationObject = base64url(cbor(attestation))
      return { ...common, ...extensions, response: { clientDataJSON, attestationObject } }
    },
    /** The response to a request to sign in. */
    signIn(asked: Asked, differences: Differences = {}) {
      uses = differences.uses ?? uses + 1
      const data = authenticatorData(differences)
      const client = clientData('webauthn.get', asked, differences)
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)
      return {
        ...common,
        ...extensions,
        response: {
          clientDataJSON: base64url(client),
          authenticatorData: base64url(data),
          signature: base64url(signature),
        },
      }
    },
  }
}
