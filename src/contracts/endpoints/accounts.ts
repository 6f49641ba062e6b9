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
  Team,
  User,
} from '../accounts/accounts.ts'
import type { Role } from '../limits.ts'
import type { MailedLink, SendOutcome } from '../notifications/mails.ts'
import { proven, rowsFor, type Typed } from './endpoint.ts'

const anybody = rowsFor({ who: 'anybody' }, '/api/accounts')
const secret = rowsFor({ who: 'secret' }, '/api/accounts')
const account = rowsFor({ who: 'account' }, '/api/accounts')
const provenAccount = rowsFor({ who: 'account', proof: true }, '/api/accounts')
const factors = rowsFor({ who: 'account', proof: true }, '/api/accounts/second-factors')
const teamOf = rowsFor({}, '/api/accounts/team')
const provenTeam = rowsFor({ proof: true }, '/api/accounts/team')

/** Signing in and out. The entry of the second step has the name of the first. */
const signingIn = {
  /** Whether there is a first admin yet, and whether mails leave or stay on the server as files. */
  signInHelp: anybody.get<{ hasAdmin: boolean; sendsMail: boolean }>()('/sign-in-help'),
  signIn: anybody.post<Typed, User | SecondStep>()('/sign-in', 'sign-in'),
  signInCode: anybody.post<Typed, User & { recoveryCodesLeft?: number | undefined }>()(
    '/sign-in/code',
    'sign-in',
  ),
  signInPasskeyOptions: anybody.post<undefined, PasskeyOptions>()(
    '/sign-in/passkey/options',
    'no entry',
  ),
  signInPasskey: anybody.post<{ response: PasskeyJson }, User>()('/sign-in/passkey', 'sign-in'),
  signOut: anybody.post()('/sign-out', 'sign-out'),
  forgotPassword: anybody.post<Typed>()('/forgot-password', 'password.forget'),
}

/** Links from mails, and that of the first start. To look at one changes nothing. */
const links = {
  setupCheck: secret.post<{ token: string }>()('/setup/check', 'no entry'),
  setup: secret.post<Typed, User>()('/setup', 'setup'),
  resetPassword: secret.post<Typed>()('/reset-password', 'password.reset'),
  confirmEmail: secret.post<{ token: string }, { email: string }>()(
    '/confirm-email',
    'account.email-confirm',
  ),
  openInvitation: secret.post<{ token: string }, OpenInvitation>()('/invitations/open', 'no entry'),
  acceptInvitation: secret.post<Typed, User>()('/invitations/accept', 'invitation.accept'),
}

/** One's own account. To end sessions needs no proof, so that no one is kept from doing it. */
const myAccount = {
  currentUser: account.get<User>()('/me'),
  changeName: account.patch<Typed, User>()('/me', 'account.name'),
  proof: account.get<{ ways: ProofWay[] }>()('/proof'),
  prove: account.post<Proof>()('/proof', 'proof'),
  proofPasskey: account.post<undefined, PasskeyOptions>()('/proof/passkey', 'proof.ask'),
  myEmail: provenAccount.post<Typed, SendOutcome>()('/me/email', 'account.email'),
  // A user without a second factor proves it with the present password.
  myPassword: account.post<Typed>()('/me/password', 'password.change', {
    proof: 'in part',
  }),
  mySessions: account.get<AccountSession[]>()('/me/sessions'),
  endOtherSessions: account.remove()('/me/sessions', 'session.end-others'),
  endSession: account.remove()('/me/sessions/:sessionId', 'session.end'),
}

const secondFactors = {
  secondFactors: account.get<SecondFactors>()('/second-factors'),
  beginCodeApp: factors.post<undefined, AppKey>()('/app', 'second-factor.begin'),
  addCodeApp: factors.post<Typed, NewRecoveryCodes>()('/app/first-code', 'second-factor.add'),
  removeCodeApp: factors.remove()('/app', 'second-factor.remove'),
  recoveryCodes: factors.post<undefined, NewRecoveryCodes>()(
    '/recovery-codes',
    'second-factor.recovery-codes',
  ),
  passkeyOptions: factors.post<undefined, PasskeyOptions>()(
    '/passkeys/options',
    'second-factor.begin',
  ),
  addPasskey: factors.post<{ response: PasskeyJson }, NewRecoveryCodes>()(
    '/passkeys',
    'second-factor.add',
  ),
  renamePasskey: account.patch<{ name: string }>()(
    '/second-factors/passkeys/:passkeyId',
    'second-factor.name',
  ),
  removePasskey: factors.remove()('/passkeys/:passkeyId', 'second-factor.remove'),
}

const team = {
  team: teamOf.get<Team>()(''),
  invite: provenTeam.post<Typed, MailedLink & { id: string }>()('/invitations', 'invitation.send'),
  withdrawInvitation: provenTeam.remove()('/invitations/:invitationId', 'invitation.withdraw'),
  changeMember: provenTeam.patch<{ role?: Role | undefined; isDisabled?: boolean | undefined }>()(
    '/:userId',
    'team.change',
  ),
  removeMember: provenTeam.remove()('/:userId', 'team.remove'),
  removeSecondFactors: provenTeam.remove()('/:userId/second-factors', 'team.remove-second-factors'),
  accountSettings: proven.setting<{ requiresSecondFactor: boolean }>()(
    'accounts',
    'team.require-second-factor',
  ),
}

/** Signing in, one's own account, and the team. */
export const accountEndpoints = { ...signingIn, ...links, ...myAccount, ...secondFactors, ...team }
