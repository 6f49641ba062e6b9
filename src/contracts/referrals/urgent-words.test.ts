import { expect, test } from 'vitest'
import { soundsDangerous, soundsUrgent } from './urgent-words.ts'

test.each([
  'AC leaking through the ceiling',
  'there is WATER everywhere',
  'I smell a bit of gas near the furnace',
  'Smoke came out of the vent',
  'we have a newborn',
  'my mother is 84 years old',
  'she is on oxygen',
  'No heat since last night',
  'it is 95 degrees in here',
  'It’s 92° inside',
  'this can’t wait',
  'a burning smell',
])('“%s” sounds urgent', (text) => {
  expect(soundsUrgent(text)).toBe(true)
})

test.each([
  'The unit outside hums but does not start.',
  'New gas furnace, please quote',
  'water heater quote',
  'no hot water pressure question',
  'the unit is 20 years old',
  'set to 72 degrees',
  'annual maintenance, no rush',
  'we need a smoke detector next to the fireplace',
  '',
])('“%s” does not', (text) => {
  expect(soundsUrgent(text)).toBe(false)
})

test.each([
  ['I smell gas', true],
  ['gas smell in the garage', true],
  ['smoke from the unit', true],
  ['the CO alarm went off', true],
  ['water is dripping', false],
  ['gas furnace tune-up', false],
])('with “%s” help is to be called first: %s', (text, isDangerous) => {
  expect(soundsDangerous(text)).toBe(isDangerous)
})
