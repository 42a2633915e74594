import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, renameSync, rmSync } from 'node:fs'
import { mkdir, open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { StartRefusal } from '#process/start-refusal.ts'
import { BLOCK, openTar, tarHeader, type OpenTar, type TarHeader } from './tar.ts'

/** A folder has no content. The size is known before; content that is shorter is filled up, longer is cut. */
export type Entry = { readonly name: string; readonly file?: ArchivedFile }
type ArchivedFile = { readonly size: number; readonly content: AsyncIterable<Buffer> }

/** As sha256sum writes and checks them: the last file of an archive, so that nothing behind it can be missing. */
const sumsName = 'SHA256SUMS'

/** Writes a .tar.gz that is there whole or not at all. */
export async function writeArchive(path: string, entries: AsyncIterable<Entry>) {
  const draft = `${path}.part`
  try {
    await pipeline(
      Readable.from(tarOf(entries), { objectMode: false }),
      createGzip({ level: 1 }),
      createWriteStream(draft, { mode: 0o600, flush: true }),
    )
    renameSync(draft, path)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
}

async function* tarOf(entries: AsyncIterable<Entry>) {
  const sums: string[] = []
  for await (const { name, file } of entries) {
    yield tarHeader({ name, size: file?.size ?? 0, isFolder: file === undefined })
    if (file === undefined) continue
    const hash = createHash('sha256')
    for await (const part of sized(file)) {
      hash.update(part)
      yield part
    }
    yield padding(file.size)
    sums.push(`${hash.digest('hex')}  ${name}\n`)
  }
  const text = Buffer.from(sums.join(''))
  yield tarHeader({ name: sumsName, size: text.length, isFolder: false })
  yield text
  yield padding(text.length)
  yield Buffer.alloc(2 * BLOCK)
}

async function* sized({ size, content }: ArchivedFile) {
  let left = size
  for await (const part of content) {
    yield part.subarray(0, left)
    left -= Math.min(left, part.length)
  }
  for (; left > 0; left -= Math.min(left, 1_000_000)) yield Buffer.alloc(Math.min(left, 1_000_000))
}

const padding = (size: number) => Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK)

/**
 * Unpacks the archive into a folder, every file against its checksum.
 * @throws {StartRefusal} when it is cut off, changed, or not such an archive.
 */
export async function extractArchive(
  path: string,
  into: string,
  onRead: (bytes: number) => void = () => undefined,
) {
  const source = createReadStream(path)
  source.on('data', (part) => onRead(part.length))
  try {
    const unpacked = source.pipe(createGunzip())
    source.once('error', (error) => unpacked.destroy(error))
    await unpack(openTar(unpacked), into)
  } catch (error) {
    // A full disk is no fault of the file.
    if (error instanceof Error && 'syscall' in error) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartRefusal(
      `${path} is not a whole backup: ${reason}. Nothing was restored from it.`,
    )
  } finally {
    source.destroy()
  }
}

async function unpack(tar: OpenTar, into: string) {
  const sums = new Map<string, string>()
  for (let entry = await tar.next(); entry !== undefined; entry = await tar.next()) {
    if (entry.name === sumsName) return compare(sums, await textOf(tar, entry))
    if (/(^|\/)\.\.?(\/|$)|^\//.test(entry.name)) throw new Error(`a file is named ${entry.name}`)
    const target = join(into, entry.name)
    if (entry.isFolder) await mkdir(target, { recursive: true, mode: 0o700 })
    else sums.set(entry.name, await unpackFile(tar, entry, target))
  }
  throw new Error('it ends before its checksums')
}

async function unpackFile(tar: OpenTar, { size }: TarHeader, target: string) {
  await mkdir(dirname(target), { recursive: true, mode: 0o700 })
  const hash = createHash('sha256')
  const handle = await open(target, 'wx', 0o600)
  try {
    for await (const part of tar.content(size)) {
      hash.update(part)
      await handle.write(part)
    }
  } finally {
    await handle.close()
  }
  return hash.digest('hex')
}

async function textOf(tar: OpenTar, { size }: TarHeader) {
  const parts: Buffer[] = []
  for await (const part of tar.content(size)) parts.push(part)
  return Buffer.concat(parts).toString()
}

function compare(found: ReadonlyMap<string, string>, text: string) {
  const wanted = new Map(
    text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => [line.slice(66), line.slice(0, 64)]),
  )
  for (const [name, sum] of wanted)
    if (found.get(name) !== sum) throw new Error(`${name} is missing or was changed`)
  if (wanted.size !== found.size) throw new Error('it has files without a checksum')
}
