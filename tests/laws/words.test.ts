import { expect, test } from 'vitest'
import { wordsOf } from '../../scripts/words.ts'

const code = `
import { test as ofVitest } from 'vitest'
type Kind = 'Of no reader'
export const content = { 'A key': 'A text of content', id: 'no-text', sum: 'One ' + 'sentence' }
const rows = sql\`select of no reader\`
const schema = z.string().min(1, 'Please enter a name.')
const refuse = (id: number) => new Refusal(404, \`There is no request \${id}.\`)
export const Part = ({ late, time }: Props) => (
  <p className="of no reader" aria-label="For a reader of screens">
    Due <b>{time}</b>, {late ? 'It is late' : <>or in time</>}
  </p>
)`

test('a text of each kind is found, with what is filled in, and nothing that nobody reads', () => {
  const ofContent = ['A text of content', 'One sentence']
  const ofServer = ['Please enter a name.', 'There is no request {id}.']
  const ofPart = ['Due {time}, {…}', 'For a reader of screens', 'It is late', 'or in time']
  expect(wordsOf('part.tsx', code).sort()).toEqual([...ofContent, ...ofServer, ...ofPart].sort())
})
