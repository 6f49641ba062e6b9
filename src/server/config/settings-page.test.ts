import { expect, test } from 'vitest'
import { type Variable, variables } from './variables.ts'

/** `docs/settings.md`. */
function settingsPage(): string {
  const rows = Object.entries<Variable>(variables).flatMap(([name, variable]) => {
    if (!variable.meaning) return []
    const whenUnset = variable.default ? `\`${variable.default}\`` : variable.unset
    const mustBe = variable.mustBe.replaceAll('<', '\\<')
    const inBrackets = whenUnset ? ` (${whenUnset})` : ''
    return `- \`${name}\`${inBrackets}: ${variable.meaning}; must be ${mustBe}`
  })
  return `# Settings

Set by environment variables, all optional. Parentheses show the default. With a wrong value the product doesn't start. It prints one line that names the variable and what it must be. This page is made from \`src/server/config/variables.ts\`.

${rows.join('\n')}
`
}

test('docs/settings.md is what the configuration says; `vitest run` with this file and `-u` writes it', async () => {
  await expect(settingsPage()).toMatchFileSnapshot('../../../docs/settings.md')
})
