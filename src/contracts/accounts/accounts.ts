import type { Role } from '../limits.ts'

/** A person with an account. Without a name of their own, `name` is the email. */
export type User = {
  id: string
  email: string
  name: string
  role: Role
}

/** How a person is called in lists and histories: name and address, or the address alone. */
export function userInWords({ name, email }: Pick<User, 'name' | 'email'>): string {
  return name === email ? email : `${name} (${email})`
}

/** A browser in which a person is signed in. Times are ISO 8601 in UTC. */
export type AccountSession = {
  id: string
  /** The browser that sent this request. */
  isThis: boolean
  /** What the browser says that it is; empty if it says nothing. */
  userAgent: string
  /** The network address at which it signed in; empty if that is unknown. */
  address: string
  signedInAt: string
  /** To within some minutes. */
  lastUsedAt: string
}

/** What the second step of a sign-in accepts. */
export type SecondStepWay = 'app' | 'recovery-code' | 'passkey'

/** Returned instead of a user where the password was right and a second factor is needed too. */
export type SecondStep = { ways: SecondStepWay[] }

/** What a browser passes to a passkey; `@simplewebauthn` knows its form. */
export type PasskeyOptions = { challenge: string; [name: string]: unknown }

export type Passkey = { id: string; name: string; createdAt: string }

export type SecondFactors = {
  hasApp: boolean
  recoveryCodesLeft: number
  passkeys: Passkey[]
  /** The name of the site that passkeys are tied to; a page under another name cannot use them. */
  passkeyHost: string
  /** Why passkeys cannot be used at this site; null where they can. */
  passkeyProblem: string | null
  /** This session has no second factor and is only allowed to set one up. */
  isLacking: boolean
}

/** What an app needs to make codes: as an address for a QR code, and to be typed. */
export type AppKey = { uri: string; key: string }

/** Recovery codes, which are shown once: empty where the person has some already. */
export type NewRecoveryCodes = { recoveryCodes: string[] }

/** How a signed-in person can prove again who they are. */
export type Proof =
  | { way: 'password'; password: string }
  | { way: 'code'; code: string }
  | { way: 'passkey'; response: PasskeyJson }

export type ProofWay = Proof['way']

/** What a passkey returned; `@simplewebauthn` knows its form. */
export type PasskeyJson = { id: string; response: object }

/** A person with an account, as the other admins see them. Times are ISO 8601 in UTC. */
export type TeamMember = User & {
  isDisabled: boolean
  hasSecondFactor: boolean
  /** When they last did something, to within some minutes; null without a session. */
  lastUsedAt: string | null
}

/** A person who was invited and has not accepted yet. */
export type Invitation = {
  id: string
  email: string
  role: Role
  invitedBy: string
  expiresAt: string
  isExpired: boolean
}

export type Team = {
  members: TeamMember[]
  invitations: Invitation[]
}

/** What the page of an invitation shows before anything is typed. */
export type OpenInvitation = Pick<Invitation, 'email' | 'role' | 'invitedBy'>
