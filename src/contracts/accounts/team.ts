import { z } from 'zod'
import { roles, userSchema } from './accounts.ts'
import { emailChangeSchema } from './my-account.ts'

const time = z.iso.datetime()

/** A person with an account, as the other admins see them. Times are ISO 8601 in UTC. */
const teamMemberSchema = userSchema.extend({
  isDisabled: z.boolean(),
  hasSecondFactor: z.boolean(),
  createdAt: time,
  /** When they last did something, to within some minutes; null without a session. */
  lastUsedAt: time.nullable(),
})

export type TeamMember = z.infer<typeof teamMemberSchema>

/** A person who was invited and has not accepted yet. */
const invitationSchema = z.object({
  id: z.string(),
  email: z.string(),
  role: z.enum(roles),
  invitedBy: z.string(),
  expiresAt: time,
  isExpired: z.boolean(),
})

export type Invitation = z.infer<typeof invitationSchema>

/** All accounts and all open invitations. */
export const teamSchema = z.object({
  members: z.array(teamMemberSchema),
  invitations: z.array(invitationSchema),
})

export type Team = z.infer<typeof teamSchema>

/** How the mail with an invitation ended. `link`, for the admin, where no mail server took it. */
export const invitedSchema = emailChangeSchema.extend({ link: z.string().nullable() })

export type Invited = z.infer<typeof invitedSchema>

/** What the page of an invitation shows before anything is typed. */
export const openInvitationSchema = z.object({
  email: z.string(),
  role: z.enum(roles),
  invitedBy: z.string(),
})

export type OpenInvitation = z.infer<typeof openInvitationSchema>
