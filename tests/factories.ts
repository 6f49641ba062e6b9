/** A valid estimate request, as a browser would send it. */
export function contactBody(overrides: Record<string, unknown> = {}) {
  return {
    name: 'Maria Alvarez',
    email: 'maria@example.com',
    phone: '(386) 555-0123',
    address: '12 Lakeshore Drive, Deltona',
    service: 'ac-repair',
    message: 'The unit outside hums but does not start.',
    ...overrides,
  }
}
