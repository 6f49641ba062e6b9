import { createPublicKey, generateKeyPair } from 'node:crypto'
import { Resolver } from 'node:dns/promises'
import { promisify } from 'node:util'
import type { MailSigning, MailSigningCheck } from '#/contracts/notifications/mail-signing.ts'
import type { MailConfig } from '#/server/config/mail-config.ts'
import type { Database } from '#/server/db/database.ts'
import { decrypt, encrypt } from '#/server/db/secrets.ts'
import { notify } from '#/server/db/signals.ts'
import {
  holdSettings,
  type MailKey,
  readSettings,
  saveSettings,
} from '#/server/db/site-settings.ts'
import { within } from '#/server/runtime/within.ts'

/** Asks for text records; undefined if there are none. Throws if the DNS cannot be asked. */
export type ReadTexts = (name: string) => Promise<string[] | undefined>

const isMissing = (error: unknown) =>
  ['ENOTFOUND', 'ENODATA'].includes((error as NodeJS.ErrnoException).code ?? '')

/** Asks the name servers that the system uses. */
export function createReadTexts(): ReadTexts {
  const resolver = new Resolver({ timeout: 3_000, tries: 2 })
  return async (name) => {
    try {
      const records = await resolver.resolveTxt(name)
      return records.map((pieces) => pieces.join(''))
    } catch (error) {
      if (isMissing(error)) return undefined
      throw error
    }
  }
}

/** Where the public part of a key is in the DNS. */
export const recordNameOf = ({ domain, selector }: Pick<MailKey, 'domain' | 'selector'>) =>
  `${selector}._domainkey.${domain}`

/** What is published of a private key, in base64. */
export function publicPartOf(privateKey: string): string {
  const key = createPublicKey(privateKey)
  const spki = key.export({ type: 'spki', format: 'der' })
  // Of an Ed25519 key only its 32 bytes are published.
  return (key.asymmetricKeyType === 'ed25519' ? spki.subarray(-32) : spki).toString('base64')
}

/** True for a record that has this public part. */
export const isRecordOf = (text: string, publicPart: string) =>
  /(?:^|;)\s*p=([^;]*)/.exec(text)?.[1]?.replaceAll(/\s/g, '') === publicPart

export const domainOf = (address: string) => address.split('@').at(-1)?.toLowerCase() ?? ''

const readKeys = async (db: Database) => (await readSettings(db)).mailKeys ?? []

/** Only a key of the sender's domain proves anything, and only one that receivers find. */
const signerOf = (keys: readonly MailKey[], { from }: Pick<MailConfig, 'from'>) =>
  keys.findLast(({ isPublished, domain }) => isPublished && domain === domainOf(from.address))

/** The key that signs the mails of a sender: the machine's, or the owner's as soon as it is published. */
export async function readSigner(db: Database, mail: MailConfig): Promise<MailConfig['dkim']> {
  if (mail.dkim) return mail.dkim
  const key = signerOf(await readKeys(db), mail)
  if (!key) return undefined
  const { domain, selector, privateKey } = key
  return { domain, selector, privateKey: await decrypt(db, privateKey) }
}

const shownKey = (key: Pick<MailKey, 'domain' | 'selector' | 'publicPart' | 'isPublished'>) => ({
  domain: key.domain,
  recordName: recordNameOf(key),
  recordValue: `v=DKIM1; k=${key.publicPart.length < 50 ? 'ed25519' : 'rsa'}; p=${key.publicPart}`,
  isPublished: key.isPublished,
})

/** The keys as they are known: the machine's, whose record is for whoever runs it, or the owner's. */
async function knownKeys(db: Database, { dkim }: MailConfig) {
  if (!dkim) return readKeys(db)
  return [{ ...dkim, publicPart: publicPartOf(dkim.privateKey), isPublished: true }]
}

/** What the office shows of it. `mail` is the sender, with a key of the machine where it names one. */
export async function showMailSigning(db: Database, mail: MailConfig): Promise<MailSigning> {
  const keys = await knownKeys(db, mail)
  return {
    setBy: mail.dkim ? 'machine' : keys.length > 0 ? 'office' : 'nobody',
    domain: domainOf(mail.from.address),
    isSigning: Boolean(mail.dkim ?? signerOf(keys, mail)),
    keys: keys.map(shownKey),
  }
}

/** Stores the keys, and has each process sign with what is left of them. */
export async function saveKeys(
  db: Database,
  change: (keys: MailKey[]) => MailKey[],
): Promise<void> {
  await db.transaction(async (tx) => {
    await holdSettings(tx)
    await saveSettings(tx, { mailKeys: change(await readKeys(tx)) })
    await notify(tx, 'mail_setup_changed', '')
  })
}

const generate = promisify(generateKeyPair)

/** Makes a key for the sender's domain. One that signs goes on until the new one is published. */
export async function makeMailKey(db: Database, mail: MailConfig): Promise<void> {
  // Large providers verify no signature of an Ed25519 key.
  const { privateKey } = await generate('rsa', { modulusLength: 2048 })
  const pem = String(privateKey.export({ type: 'pkcs8', format: 'pem' }))
  const key = {
    domain: domainOf(mail.from.address),
    // Another than those before: a record that is replaced is still known in many places.
    selector: `mail${Date.now().toString(36)}`,
    publicPart: publicPartOf(pem),
    privateKey: await encrypt(db, pem),
    isPublished: false,
  }
  await saveKeys(db, (keys) => {
    const signer = signerOf(keys, mail)
    return signer ? [signer, key] : [key]
  })
}

/** A DNS that has not said anything after this time is silent. */
const silentMs = 8_000

const mostShown = { records: 3, characters: 600 }

/**
 * Looks for the record of the newest key. One that is there signs from then on, alone; one that is not
 * does not, because a signature that cannot be verified is worse than none. Undefined without a key.
 */
export async function checkMailSigning(
  db: Database,
  mail: MailConfig,
  readTexts: ReadTexts,
): Promise<MailSigningCheck | undefined> {
  const newest = (await knownKeys(db, mail)).at(-1)
  if (!newest) return undefined
  const asked = await within(silentMs, readTexts(recordNameOf(newest))).then(
    (texts = []) => texts,
    () => null,
  )
  const isThere = asked?.some((text) => isRecordOf(text, newest.publicPart)) ?? false
  if (asked !== null && !mail.dkim) {
    await saveKeys(db, (keys) =>
      keys.flatMap((key) => {
        if (key.selector === newest.selector) return { ...key, isPublished: isThere }
        return isThere ? [] : key
      }),
    )
  }
  const missing = asked?.length === 0 ? 'missing' : 'different'
  return {
    ...(await showMailSigning(db, mail)),
    outcome: asked === null ? 'silent' : isThere ? 'published' : missing,
    found: isThere
      ? []
      : (asked ?? [])
          .slice(0, mostShown.records)
          .map((text) => text.slice(0, mostShown.characters)),
  }
}
