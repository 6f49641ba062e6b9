/** The fallback page for an unknown path. */
export const notFoundPage = {
  metaTitle: 'Page Not Found | {name}',
  metaDescription: 'There’s no page at this address. The home page has links to everything.',
  heading: '404 Page Not Found',
  text: 'Did you forget to add the page to the router?',
  link: { label: 'Back to the home page', href: '/' },
  imageAlt: 'Thermostat reading 404 beside a loose duct on the floor',
} as const

/** What `/services/{id}` shows for an id that does not exist. */
export const serviceNotFound = {
  metaTitle: 'Service Not Found | {name}',
  metaDescription: 'This service doesn’t exist. See the services page for what we offer.',
  heading: 'Service Not Found',
  text: "The service you're looking for doesn't exist.",
  link: { label: 'View All Services', href: '/services' },
} as const
