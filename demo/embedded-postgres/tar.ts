/** Only what a backup needs of POSIX ustar, so that `tar xzf` reads it too: files below 8 GB and folders. */
export const BLOCK = 512

export type TarHeader = { readonly name: string; readonly size: number; readonly isFolder: boolean }

const CHECKSUM_AT = 148

export function tarHeader({ name, size, isFolder }: TarHeader): Buffer {
  const block = Buffer.alloc(BLOCK)
  if (Buffer.byteLength(name) > 100) throw new RangeError(`Too long a name for an archive: ${name}`)
  block.write(name, 0)
  block.write(octal(isFolder ? 0o700 : 0o600, 7), 100)
  block.write(octal(0, 7), 108)
  block.write(octal(0, 7), 116)
  block.write(octal(size, 11), 124)
  block.write(octal(0, 11), 136)
  block.write(isFolder ? '5' : '0', 156)
  block.write('ustar\u000000', 257)
  block.write(`${octal(checksumOf(block), 6)}\0 `, CHECKSUM_AT)
  return block
}

const octal = (value: number, digits: number) => value.toString(8).padStart(digits, '0')

/** The sum of all bytes, its own place counted as spaces. */
function checksumOf(block: Buffer): number {
  const own = block.subarray(CHECKSUM_AT, CHECKSUM_AT + 8)
  const sum = (bytes: Buffer) => bytes.reduce((total, byte) => total + byte, 0)
  return sum(block) - sum(own) + 8 * 32
}

export type OpenTar = {
  /** The next header; nothing at the end. The content of the one before must have been read. */
  next: () => Promise<TarHeader | undefined>
  content: (size: number) => AsyncGenerator<Buffer>
}

/** Reads entries one after the other, however large they are. */
export function openTar(source: AsyncIterable<Buffer>): OpenTar {
  const parts = source[Symbol.asyncIterator]()
  let rest: Buffer = Buffer.alloc(0)

  async function take(atMost: number): Promise<Buffer> {
    while (rest.length === 0) {
      const part = await parts.next()
      if (part.done) throw new Error('it is cut off')
      rest = part.value
    }
    const taken = rest.subarray(0, atMost)
    rest = rest.subarray(taken.length)
    return taken
  }

  async function* exactly(size: number) {
    for (let left = size; left > 0;) {
      const part = await take(left)
      left -= part.length
      yield part
    }
  }

  async function block(size: number) {
    const found: Buffer[] = []
    for await (const part of exactly(size)) found.push(part)
    return Buffer.concat(found)
  }

  return {
    async next() {
      const header = await block(BLOCK)
      if (header.every((byte) => byte === 0)) return undefined
      const text = (from: number, to: number) =>
        header.subarray(from, to).toString().replace(/\0.*$/s, '')
      if (parseInt(text(CHECKSUM_AT, CHECKSUM_AT + 8), 8) !== checksumOf(header))
        throw new Error('a header was changed')
      return {
        name: text(0, 100),
        size: parseInt(text(124, 136), 8),
        isFolder: text(156, 157) === '5',
      }
    },
    async *content(size) {
      yield* exactly(size)
      await block((BLOCK - (size % BLOCK)) % BLOCK)
    },
  }
}
