import type { PlaceView } from './requests.ts'
import { townIn } from './towns.ts'

/** Where an address is, without its street: its town, else the ZIP code at its end. */
export function placeIn(address: string): string | undefined {
  return townIn(address) ?? /\b(\d{5})(?:-\d{4})?\s*$/.exec(address)?.[1]
}

/** A place as one line. What the street's line has already is not repeated. */
export function placeText({ address, town, zip }: PlaceView): string {
  const said = address ?? ''
  const parts = [said, townIn(said) !== town && town, !said.includes(zip ?? '') && zip]
  return parts.filter(Boolean).join(', ')
}
