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
  mostOffersAWeek: 'Most offers a week',
  mostOpenOffers: 'Most unanswered offers',
  offerHours: 'Wants offers',
  pausedUntil: 'Paused until',
  notes: 'Notes',
} as const
