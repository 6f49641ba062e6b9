/** What the columns of a file of contractors are called, in their order. */
export const contractorColumns = {
  companyName: 'Company',
  contactName: 'Contact',
  email: 'Email',
  phone: 'Phone',
  licenseNumber: 'License number',
  licenseExpiresOn: 'License expires',
  insuranceExpiresOn: 'Insurance expires',
  services: 'Services',
  towns: 'Towns',
  answersEmergencies: 'Answers emergencies',
  mostOffersAWeek: 'Maximum offers in seven days',
  mostOpenOffers: 'Maximum unanswered offers',
  offerHours: 'Wants offers',
  pausedUntil: 'Paused until',
  notes: 'Notes',
} as const

/** A file, and what was confirmed of it; where it would do something else, it does nothing. */
export type ContractorImport = {
  csv: string
  expected: { added: number; changed: number; refused: number }
}

/** What an import does, or would do. Rows that are refused are left out. */
export type ImportPlan = {
  /** The columns of the file, and as which of ours each is read; null where it is not. */
  columns: { heading: string; readAs: string | null }[]
  rows: {
    /** The row of the file, as a spreadsheet numbers it. */
    row: number
    companyName: string
    outcome: 'added' | 'changed' | 'unchanged' | 'refused'
    /** The columns that get other values, what is left out, or why it is refused; else empty. */
    details: string[]
  }[]
  counts: Record<'added' | 'changed' | 'unchanged' | 'refused', number>
}
