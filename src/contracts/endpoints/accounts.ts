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
import type { MailedLink, MailOutcome } from '../notifications/mails.ts'
import { get, patch, post, remove, setting, type Typed } from './endpoint.ts'

/** Signing in and out. The entry of the second step has the name of the first. */
const signingIn = {
  signInHelp: get<SignInHelp>()('/api/accounts/sign-in-help', { who: 'anybody' }),
  signIn: post<Typed, User | SecondStep>()('/api/accounts/sign-in', {
    who: 'anybody',
    audit: 'sign-in',
  }),
  signInCode: post<Typed, User & { recoveryCodesLeft?: number | undefined }>()(
    '/api/accounts/sign-in/code',
    { who: 'anybody', audit: 'sign-in' },
  ),
  signInPasskeyOptions: post<undefined, PasskeyOptions>()('/api/accounts/sign-in/passkey/options', {
    who: 'anybody',
    audit: 'no entry',
  }),
  signInPasskey: post<{ response: PasskeyJson }, User>()('/api/accounts/sign-in/passkey', {
    who: 'anybody',
    audit: 'sign-in',
  }),
  signOut: post()('/api/accounts/sign-out', { who: 'anybody', audit: 'sign-out' }),
  forgotPassword: post<Typed>()('/api/accounts/forgot-password', {
    who: 'anybody',
    audit: 'password.forget',
  }),
}

/** Links from mails, and that of the first start. To look at one changes nothing. */
const links = {
  setupCheck: post<{ token: string }>()('/api/accounts/setup/check', {
    who: 'secret',
    audit: 'no entry',
  }),
  setup: post<Typed, User>()('/api/accounts/setup', { who: 'secret', audit: 'setup' }),
  resetPassword: post<Typed>()('/api/accounts/reset-password', {
    who: 'secret',
    audit: 'password.reset',
  }),
  confirmEmail: post<{ token: string }, { email: string }>()('/api/accounts/confirm-email', {
    who: 'secret',
    audit: 'account.email-confirm',
  }),
  openInvitation: post<{ token: string }, OpenInvitation>()('/api/accounts/invitations/open', {
    who: 'secret',
    audit: 'no entry',
  }),
  acceptInvitation: post<Typed, User>()('/api/accounts/invitations/accept', {
    who: 'secret',
    audit: 'invitation.accept',
  }),
}

/** One's own account. To end sessions needs no proof, so that no one is kept from doing it. */
const myAccount = {
  currentUser: get<User>()('/api/accounts/me', { who: 'account' }),
  changeName: patch<Typed, User>()('/api/accounts/me', { who: 'account', audit: 'account.name' }),
  proof: get<{ ways: ProofWay[] }>()('/api/accounts/proof', { who: 'account' }),
  prove: post<Proof>()('/api/accounts/proof', { who: 'account', audit: 'proof' }),
  proofPasskey: post<undefined, PasskeyOptions>()('/api/accounts/proof/passkey', {
    who: 'account',
    audit: 'proof.ask',
  }),
  myEmail: post<Typed, MailOutcome>()('/api/accounts/me/email', {
    who: 'account',
    proof: true,
    audit: 'account.email',
  }),
  // A user without a second factor proves it with the present password.
  myPassword: post<Typed>()('/api/accounts/me/password', {
    who: 'account',
    proof: 'in part',
    audit: 'password.change',
  }),
  mySessions: get<AccountSession[]>()('/api/accounts/me/sessions', { who: 'account' }),
  endOtherSessions: remove()('/api/accounts/me/sessions', {
    who: 'account',
    audit: 'session.end-others',
  }),
  endSession: remove()('/api/accounts/me/sessions/:sessionId', {
    who: 'account',
    audit: 'session.end',
  }),
}

const secondFactors = {
  secondFactors: get<SecondFactors>()('/api/accounts/second-factors', { who: 'account' }),
  beginCodeApp: post<undefined, AppKey>()('/api/accounts/second-factors/app', {
    who: 'account',
    proof: true,
    audit: 'second-factor.begin',
  }),
  addCodeApp: post<Typed, NewRecoveryCodes>()('/api/accounts/second-factors/app/first-code', {
    who: 'account',
    proof: true,
    audit: 'second-factor.add',
  }),
  removeCodeApp: remove()('/api/accounts/second-factors/app', {
    who: 'account',
    proof: true,
    audit: 'second-factor.remove',
  }),
  recoveryCodes: post<undefined, NewRecoveryCodes>()(
    '/api/accounts/second-factors/recovery-codes',
    {
      who: 'account',
      proof: true,
      audit: 'second-factor.recovery-codes',
    },
  ),
  passkeyOptions: post<undefined, PasskeyOptions>()(
    '/api/accounts/second-factors/passkeys/options',
    { who: 'account', proof: true, audit: 'second-factor.begin' },
  ),
  addPasskey: post<{ name?: string | undefined; response: PasskeyJson }, NewRecoveryCodes>()(
    '/api/accounts/second-factors/passkeys',
    {
      who: 'account',
      proof: true,
      audit: 'second-factor.add',
    },
  ),
  renamePasskey: patch<{ name: string }>()('/api/accounts/second-factors/passkeys/:passkeyId', {
    who: 'account',
    audit: 'second-factor.name',
  }),
  removePasskey: remove()('/api/accounts/second-factors/passkeys/:passkeyId', {
    who: 'account',
    proof: true,
    audit: 'second-factor.remove',
  }),
}

const team = {
  team: get<Team>()('/api/accounts/team'),
  invite: post<Typed, MailedLink>()('/api/accounts/team/invitations', {
    proof: true,
    audit: 'invitation.send',
  }),
  withdrawInvitation: remove()('/api/accounts/team/invitations/:invitationId', {
    proof: true,
    audit: 'invitation.withdraw',
  }),
  changeMember: patch<{ role?: Role | undefined; isDisabled?: boolean | undefined }>()(
    '/api/accounts/team/:userId',
    {
      proof: true,
      audit: 'team.change',
    },
  ),
  removeMember: remove()('/api/accounts/team/:userId', { proof: true, audit: 'team.remove' }),
  removeSecondFactors: remove()('/api/accounts/team/:userId/second-factors', {
    proof: true,
    audit: 'team.remove-second-factors',
  }),
  accountSettings: setting<{ requiresSecondFactor: boolean }>()('/api/admin/settings/accounts', {
    proof: true,
    audit: 'team.require-second-factor',
  }),
}

/** Signing in, one's own account, and the team. */
export const accountEndpoints = { ...signingIn, ...links, ...myAccount, ...secondFactors, ...team }
