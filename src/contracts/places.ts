import { townIn } from './towns.ts'

/** Where an address is, without its street: its town, else the ZIP code at its end. */
export function placeIn(address: string): string | undefined {
  return townIn(address) ?? /\b(\d{5})(?:-\d{4})?\s*$/.exec(address)?.[1]
}
