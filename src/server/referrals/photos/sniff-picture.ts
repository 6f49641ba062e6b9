/** What a file is by its first bytes, whatever its name says. `heic` is what iPhones make. */
export type PictureKind = DecodedKind | 'heic'

/** What we decode. */
export type DecodedKind = 'jpeg' | 'png' | 'webp' | 'avif'

const starts = (bytes: Buffer, hex: string) =>
  bytes.subarray(0, hex.length / 2).toString('hex') === hex

/** The brands in the first box of a file of the HEIF family; none for any other. */
function heifBrands(bytes: Buffer): string[] {
  if (bytes.length < 16 || bytes.toString('latin1', 4, 8) !== 'ftyp') return []
  const end = Math.min(bytes.readUInt32BE(0), bytes.length, 256)
  const brands: string[] = []
  for (let at = 8; at + 4 <= end; at += 4) {
    // Between the first brand and the others is a version.
    if (at !== 12) brands.push(bytes.toString('latin1', at, at + 4))
  }
  return brands
}

const heicBrands = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1'])

/** Tells by its content what a file is; undefined for what is no photograph. */
export function sniffPicture(bytes: Buffer): PictureKind | undefined {
  if (starts(bytes, 'ffd8ff')) return 'jpeg'
  if (starts(bytes, '89504e470d0a1a0a')) return 'png'
  if (starts(bytes, '52494646') && bytes.toString('latin1', 8, 12) === 'WEBP') return 'webp'
  const brands = heifBrands(bytes)
  if (brands.includes('avif')) return 'avif'
  if (brands.some((brand) => heicBrands.has(brand))) return 'heic'
  return undefined
}
