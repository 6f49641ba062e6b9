import type { Role } from '#/contracts/accounts/accounts.ts'

/** What a role is called. */
export const roleLabels: Record<Role, string> = { admin: 'Admin', editor: 'Editor' }
