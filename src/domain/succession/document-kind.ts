/**
 * Names of ISO 32000-2 by which a PDF acts by itself, loads something from outside, carries other files, or hides its
 * content. A paper is a scan or a print, so a file with one of these is refused and a picture is asked for instead. A link
 * that somebody must click (`/URI`) and a jump inside the file (`/GoTo`) are allowed.
 */
const active = new Set(
  'JavaScript JS OpenAction AA Launch SubmitForm ResetForm ImportData GoToR GoToE GoToDp Thread Sound Movie Rendition RichMedia RichMediaExecute 3D XFA EmbeddedFile EmbeddedFiles Filespec Encrypt'.split(
    ' ',
  ),
)

/** A name that is meant is followed by a value. The letters of a short name alone may occur by chance in a picture's bytes. */
const valueAhead = /^\s*(?:[(<[/\d]|null|true|false)/

const TAIL_BYTES = 2_048
/** A scan has a few packed streams; a file with more is an attempt to overload us. */
const MOST_OBJECT_STREAMS = 2_000

/** The unpacked content of a stream; undefined where it cannot be unpacked. */
export type Inflate = (packed: Uint8Array) => Uint8Array | undefined

/**
 * Whether a file is a PDF that may be stored: judged by its bytes, never by its name. A picture is recognised where it is
 * decoded.
 * @param inflate reads objects that stand in a packed stream.
 * @returns undefined for what is no PDF at all, false for one that is cut off, cannot be read, or would do something when it is opened.
 */
export function isPlainPdf(file: Uint8Array, inflate: Inflate): boolean | undefined {
  const text = lettersOf(file)
  if (!text.startsWith('%PDF-')) return undefined
  if (!text.slice(-TAIL_BYTES).includes('%%EOF')) return false
  const names = namesIn(text)
  if (names.some(isActive)) return false
  const packed = names.filter(({ name }) => name === 'ObjStm')
  if (packed.length > MOST_OBJECT_STREAMS) return false
  return packed.every(({ end }) => isPlainObjectStream(file, text, end, inflate))
}

type Name = { readonly name: string; readonly end: number; readonly ahead: string }

/** Names as a reader understands them: `/J#61vaScript` is `/JavaScript` (ISO 32000-2, 7.3.5). */
function namesIn(text: string): Name[] {
  return [...text.matchAll(/\/([^\s\0()<>[\]{}/%]+)/g)].map((found) => {
    const end = found.index + found[0].length
    const name = (found[1] ?? '').replaceAll(/#([\dA-Fa-f]{2})/g, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    )
    return { name, end, ahead: text.slice(end, end + 12) }
  })
}

function isActive({ name, ahead }: Name): boolean {
  return active.has(name) && (name.length > 3 || valueAhead.test(ahead))
}

/** Objects packed into a stream are names like any other once they are unpacked. */
function isPlainObjectStream(file: Uint8Array, text: string, from: number, inflate: Inflate) {
  const start = /stream\r?\n/g
  start.lastIndex = from
  const found = start.exec(text)
  if (found === null) return false
  const begin = found.index + found[0].length
  const end = text.indexOf('endstream', begin)
  const inside = end < 0 ? undefined : inflate(file.subarray(begin, end))
  return inside !== undefined && !namesIn(lettersOf(inside)).some(isActive)
}

/** One character for each byte, so that positions in the text are positions in the file. */
function lettersOf(bytes: Uint8Array): string {
  return new TextDecoder('latin1').decode(bytes)
}
