import type {
  AccountSession,
  AppKey,
  NewRecoveryCodes,
  OpenInvitation,
  PasskeyJson,
  PasskeyOptions,
  Proof,
  ProofWay,
  SecondFactors,
  SecondStep,
  SignInHelp,
  Team,
  User,
} from '../accounts/accounts.ts'
import type { Role } from '../limits.ts'
import type { MailedLink, SendOutcome } from '../notifications/mails.ts'
import { anybody, get, proven, rowsFor, type Typed } from './endpoint.ts'

const secret = rowsFor({ who: 'secret' })
const account = rowsFor({ who: 'account' })
const provenAccount = rowsFor({ who: 'account', proof: true })

/** Signing in and out. The entry of the second step has the name of the first. */
const signingIn = {
  signInHelp: anybody.get<SignInHelp>()('/api/accounts/sign-in-help'),
  signIn: anybody.post<Typed, User | SecondStep>()('/api/accounts/sign-in', 'sign-in'),
  signInCode: anybody.post<Typed, User & { recoveryCodesLeft?: number | undefined }>()(
    '/api/accounts/sign-in/code',
    'sign-in',
  ),
  signInPasskeyOptions: anybody.post<undefined, PasskeyOptions>()(
    '/api/accounts/sign-in/passkey/options',
    'no entry',
  ),
  signInPasskey: anybody.post<{ response: PasskeyJson }, User>()(
    '/api/accounts/sign-in/passkey',
    'sign-in',
  ),
  signOut: anybody.post()('/api/accounts/sign-out', 'sign-out'),
  forgotPassword: anybody.post<Typed>()('/api/accounts/forgot-password', 'password.forget'),
}

/** Links from mails, and that of the first start. To look at one changes nothing. */
const links = {
  setupCheck: secret.post<{ token: string }>()('/api/accounts/setup/check', 'no entry'),
  setup: secret.post<Typed, User>()('/api/accounts/setup', 'setup'),
  resetPassword: secret.post<Typed>()('/api/accounts/reset-password', 'password.reset'),
  confirmEmail: secret.post<{ token: string }, { email: string }>()(
    '/api/accounts/confirm-email',
    'account.email-confirm',
  ),
  openInvitation: secret.post<{ token: string }, OpenInvitation>()(
    '/api/accounts/invitations/open',
    'no entry',
  ),
  acceptInvitation: secret.post<Typed, User>()(
    '/api/accounts/invitations/accept',
    'invitation.accept',
  ),
}

/** One's own account. To end sessions needs no proof, so that no one is kept from doing it. */
const myAccount = {
  currentUser: account.get<User>()('/api/accounts/me'),
  changeName: account.patch<Typed, User>()('/api/accounts/me', 'account.name'),
  proof: account.get<{ ways: ProofWay[] }>()('/api/accounts/proof'),
  prove: account.post<Proof>()('/api/accounts/proof', 'proof'),
  proofPasskey: account.post<undefined, PasskeyOptions>()(
    '/api/accounts/proof/passkey',
    'proof.ask',
  ),
  myEmail: provenAccount.post<Typed, SendOutcome>()('/api/accounts/me/email', 'account.email'),
  // A user without a second factor proves it with the present password.
  myPassword: account.post<Typed>()('/api/accounts/me/password', 'password.change', {
    proof: 'in part',
  }),
  mySessions: account.get<AccountSession[]>()('/api/accounts/me/sessions'),
  endOtherSessions: account.remove()('/api/accounts/me/sessions', 'session.end-others'),
  endSession: account.remove()('/api/accounts/me/sessions/:sessionId', 'session.end'),
}

const secondFactors = {
  secondFactors: account.get<SecondFactors>()('/api/accounts/second-factors'),
  beginCodeApp: provenAccount.post<undefined, AppKey>()(
    '/api/accounts/second-factors/app',
    'second-factor.begin',
  ),
  addCodeApp: provenAccount.post<Typed, NewRecoveryCodes>()(
    '/api/accounts/second-factors/app/first-code',
    'second-factor.add',
  ),
  removeCodeApp: provenAccount.remove()('/api/accounts/second-factors/app', 'second-factor.remove'),
  recoveryCodes: provenAccount.post<undefined, NewRecoveryCodes>()(
    '/api/accounts/second-factors/recovery-codes',
    'second-factor.recovery-codes',
  ),
  passkeyOptions: provenAccount.post<undefined, PasskeyOptions>()(
    '/api/accounts/second-factors/passkeys/options',
    'second-factor.begin',
  ),
  addPasskey: provenAccount.post<{ response: PasskeyJson }, NewRecoveryCodes>()(
    '/api/accounts/second-factors/passkeys',
    'second-factor.add',
  ),
  renamePasskey: account.patch<{ name: string }>()(
    '/api/accounts/second-factors/passkeys/:passkeyId',
    'second-factor.name',
  ),
  removePasskey: provenAccount.remove()(
    '/api/accounts/second-factors/passkeys/:passkeyId',
    'second-factor.remove',
  ),
}

const team = {
  team: get<Team>()('/api/accounts/team'),
  invite: proven.post<Typed, MailedLink>()('/api/accounts/team/invitations', 'invitation.send'),
  withdrawInvitation: proven.remove()(
    '/api/accounts/team/invitations/:invitationId',
    'invitation.withdraw',
  ),
  changeMember: proven.patch<{ role?: Role | undefined; isDisabled?: boolean | undefined }>()(
    '/api/accounts/team/:userId',
    'team.change',
  ),
  removeMember: proven.remove()('/api/accounts/team/:userId', 'team.remove'),
  removeSecondFactors: proven.remove()(
    '/api/accounts/team/:userId/second-factors',
    'team.remove-second-factors',
  ),
  accountSettings: proven.setting<{ requiresSecondFactor: boolean }>()(
    '/api/admin/settings/accounts',
    'team.require-second-factor',
  ),
}

/** Signing in, one's own account, and the team. */
export const accountEndpoints = { ...signingIn, ...links, ...myAccount, ...secondFactors, ...team }
