import { adminPaths } from '#/contracts/routes.ts'
import { photoEnd, tokenForms, tokenPaths } from '#/contracts/token-routes.ts'
import { makeLinkToken } from '#/server/http/link-tokens.ts'

/** An address as the first line of a request has it, and the secret in it. */
export type SecretAddress = { address: string; token: string }

const encode = (letter: string) => `%${letter.charCodeAt(0).toString(16)}`

/** Ways to write a path: mail programs and people change links into all of these. */
const forms: ((path: string) => string)[] = [
  (path) => path,
  (path) => `${path}/`,
  (path) => `${path}.`,
  (path) => `${path}/..`,
  (path) => `${path}?done=1`,
  (path) => `${path};done=1`,
  (path) => `${path}%zz`,
  (path) => `${path}%00`,
  (path) => `${path}${'/more'.repeat(50)}`,
  (path) => `/${path}`,
  (path) => `//${path.slice(1).replaceAll('/', '//')}`,
  (path) => `/.${path}`,
  (path) => `/contact/..${path}`,
  (path) => `/contact/x/../..${path}`,
  (path) => `/services${path}`,
  (path) => `/api${path}`,
  (path) => `/assets/..${path}`,
  (path) => `/about?next=${path}`,
  (path) => `/admin/sign-in?next=${encodeURIComponent(path)}`,
  (path) => `/${encode(path.charAt(1))}${path.slice(2)}`,
  (path) => `/${encodeURIComponent(path.slice(1))}`,
  (path) => `/${encodeURIComponent(encodeURIComponent(path))}`,
  (path) => path.replace(/^\/\w/, (start) => start.toUpperCase()),
  (path) => path.toUpperCase(),
  (path) => path.replaceAll('/', '\\'),
  (path) => path.slice(1),
  (path) => `http://localhost${path}`,
  (path) => `HTTPS://localhost:443${path}`,
  (path) => path.slice(path.lastIndexOf('/')),
]

/** Pages whose secret is behind the `#`, which some mail programs write as `%23`. */
const hashed = [
  adminPaths.setup,
  adminPaths.invitation,
  adminPaths.newPassword,
  adminPaths.confirmEmail,
].map((path) => `${path}%23:token`)

/** Every address of the pages that are opened by a secret, with its parameters. */
export const tokenAddresses = (Object.keys(tokenPaths) as (keyof typeof tokenPaths)[]).flatMap(
  (page) => ['', photoEnd, ...tokenForms[page]].map((end) => tokenPaths[page] + end),
)

/** Every address that is a secret in every form, each with a secret of its own. */
export function secretAddresses(): SecretAddress[] {
  const secrets = [...tokenAddresses, ...hashed, '/?token=:token', '/:token']
  return secrets.flatMap((pattern) =>
    forms.map((form) => {
      const token = makeLinkToken()
      const path = pattern.replace(':token', token).replaceAll(/:\w+/g, '7')
      return { address: form(path), token }
    }),
  )
}

/**
 * The addresses whose secret a log has. The first letter may have been encoded, or all be capitals.
 */
export function findSecrets(log: string, addresses: readonly SecretAddress[]): string[] {
  const text = log.toLowerCase()
  const isInLog = ({ token }: SecretAddress) => text.includes(token.slice(1).toLowerCase())
  return addresses.filter(isInLog).map(({ address }) => address)
}
