import { expect, test } from 'vitest'
import { soundsDangerous, soundsUrgent } from './urgent-words.ts'

test.each([
  'AC leaking through the ceiling',
  'I smell a bit of gas near the furnace',
  'we have a newborn',
  'my mother is 84 years old',
  'she is on oxygen',
  'No heat since last night',
  'it is 95 degrees in here',
  'It’s 92° inside',
  'a burning smell',
])('“%s” sounds urgent', (text) => {
  expect(soundsUrgent(text)).toBe(true)
})

test.each([
  'The unit outside hums but does not start.',
  'New gas furnace, please quote',
  'water heater quote',
  'the unit is 20 years old',
  'set to 72 degrees',
  'we need a smoke detector next to the fireplace',
  '',
])('“%s” does not', (text) => {
  expect(soundsUrgent(text)).toBe(false)
})

test.each([
  ['I smell gas', true],
  ['smoke from the unit', true],
  ['the CO alarm went off', true],
  ['water is dripping', false],
  ['gas furnace tune-up', false],
])('with “%s” help is to be called first: %s', (text, isDangerous) => {
  expect(soundsDangerous(text)).toBe(isDangerous)
})
