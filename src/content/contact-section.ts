import { business } from './business.ts'

/** The contact section that closes the home page (id contact). */
export const contactSection = {
  heading: 'CONTACT US',
  intro: 'If your system is down or leaking, call us: it’s the fastest way to get help.',
  info: {
    heading: 'Contact Information',
    phone: {
      label: 'Phone',
      value: '{phone}',
      note: '{always} emergency line',
    },
    email: { label: 'Email', value: '{email}' },
    area: {
      label: 'Service Area',
      value: '{towns} and nearby areas of {region}',
    },
    hours: { label: 'Business Hours' },
  },
  coverage: {
    heading: 'Coverage Area',
    text: 'Our contractors work within about {radius} minutes of these towns. A little farther out? Just ask.',
    townsLabel: 'Towns we cover',
  },
  whyChoose: {
    heading: 'Why Choose {name}',
    items: Object.values(business.claims),
  },
} as const
