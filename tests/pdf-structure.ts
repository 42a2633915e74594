import { inflateSync } from 'node:zlib'

type Element = {
  id: string
  tag: string
  children: string[]
  content: { page: string; mcid: number }[]
}

export type PdfStructure = {
  /** What a reader of tags would stumble over; empty in a sound file. */
  faults: string[]
  /** The pages on which each row of a table lies, in order. */
  rowPages: number[][]
  pages: number
  /** What each page draws beside its content: no part of what is read aloud. */
  artifacts: string[][]
}

/**
 * Reads the tags of a PDF as pdfkit writes it (no object streams): marked content must open and close on its page, every
 * piece of it must belong to one element and every element's piece must be there (ISO 32000-1, 14.6 and 14.7), and no
 * text may lie outside it.
 */
export function readStructure(pdf: Buffer): PdfStructure {
  const objects = objectsOf(pdf)
  const pageIds = [...objects].flatMap(([id, body]) => (/\/Type \/Page\s/.test(body) ? [id] : []))
  const elements = new Map([...objects].flatMap(([id, body]) => readElement(id, body)))
  const claimed = [...elements.values()].flatMap(({ tag, content }) =>
    content.map(({ page, mcid }) => ({ tag, key: `${page}/${mcid}` })),
  )
  const faults: string[] = []
  const artifacts: string[][] = []
  const drawn = new Set<string>()
  for (const [index, id] of pageIds.entries()) {
    const contents = /\/Contents (\d+) 0 R/.exec(objects.get(id) ?? '')?.[1] ?? ''
    const stream = streamOf(objects.get(contents) ?? '')
    const found = readMarks(stream)
    artifacts.push(stream.match(/\/Artifact\b.*?\bEMC\b/gs) ?? [])
    faults.push(...found.faults.map((fault) => `page ${index + 1}: ${fault}`))
    for (const mcid of found.mcids) {
      const key = `${id}/${mcid}`
      if (drawn.has(key)) faults.push(`page ${index + 1}: content ${mcid} is drawn twice`)
      drawn.add(key)
    }
  }
  for (const key of drawn) {
    const owners = claimed.filter((one) => one.key === key)
    if (owners.length !== 1) faults.push(`content ${key} has ${owners.length} elements`)
  }
  for (const { tag, key } of claimed)
    if (!drawn.has(key)) faults.push(`${tag} has content ${key}, which is not drawn`)

  const pagesOf = (id: string): number[] => {
    const element = elements.get(id)
    if (element === undefined) return []
    return [
      ...element.content.map(({ page }) => pageIds.indexOf(page) + 1),
      ...element.children.flatMap(pagesOf),
    ]
  }
  const rows = [...elements.values()].filter(({ tag }) => tag === 'TR')
  const rowPages = rows.map(({ id }) => [...new Set(pagesOf(id))])
  return { faults, rowPages, pages: pageIds.length, artifacts }
}

const objectsOf = (pdf: Buffer) =>
  new Map(
    [...pdf.toString('latin1').matchAll(/(?:^|\n)(\d+) 0 obj\n(.*?)\nendobj/gs)].map(
      ([, id = '', body = '']) => [id, body],
    ),
  )

/** What a reader of the file sees or hears, piece by piece in the order it was drawn, a line each. */
export function readText(pdf: Buffer): string {
  const objects = objectsOf(pdf)
  const bodyOf = (id: string | undefined) => objects.get(id ?? '') ?? ''
  const fonts = new Map(
    [...objects.values()].flatMap((body) =>
      [...body.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name = '', id]) => [
        name,
        lettersOf(bodyOf(/\/ToUnicode (\d+) 0 R/.exec(bodyOf(id))?.[1])),
      ]),
    ),
  )
  const pages = [...objects.values()].filter((body) => /\/Type \/Page\s/.test(body))
  return pages
    .flatMap((body) => piecesOf(streamOf(bodyOf(/\/Contents (\d+) 0 R/.exec(body)?.[1])), fonts))
    .join('\n')
}

/** The letters of a font by the number a text draws them with. */
function lettersOf(map: string): readonly string[] {
  if (map === '') return []
  const lists = streamOf(map).matchAll(/<([0-9a-f]{4})> <[0-9a-f]{4}> \[(.*?)\]/gs)
  const letters: string[] = []
  for (const [, first = '', list = ''] of lists)
    for (const [index, [, codes = '']] of [...list.matchAll(/<([0-9a-f ]+)>/g)].entries())
      letters[Number.parseInt(first, 16) + index] = Buffer.from(codes.replaceAll(' ', ''), 'hex')
        .swap16()
        .toString('utf16le')
  return letters
}

function piecesOf(stream: string, fonts: ReadonlyMap<string, readonly string[]>): string[] {
  let letters: readonly string[] = []
  const pieces: string[] = []
  for (const [, font, shown] of stream.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
    if (font !== undefined) letters = fonts.get(font) ?? []
    else if (shown !== undefined)
      pieces.push(
        [...shown.matchAll(/<([0-9a-f]+)>/g)]
          .flatMap(([, codes = '']) => codes.match(/.{4}/g) ?? [])
          .map((code) => letters[Number.parseInt(code, 16)] ?? '')
          .join(''),
      )
  }
  return pieces
}

function readElement(id: string, body: string): [string, Element][] {
  const tag = /\/S \/(\w+)/.exec(body)?.[1]
  if (tag === undefined || !/\/P \d+ 0 R/.test(body)) return []
  const kids = /\/K (\[.*\]|\d+ 0 R)/s.exec(body)?.[1] ?? ''
  const content = [...kids.matchAll(/<<(.*?)>>/gs)].flatMap(([, entry = '']) => {
    const page = /\/Pg (\d+) 0 R/.exec(entry)?.[1]
    const mcid = /\/MCID (\d+)/.exec(entry)?.[1]
    return page === undefined || mcid === undefined ? [] : [{ page, mcid: Number(mcid) }]
  })
  const plain = kids.replaceAll(/<<.*?>>/gs, ' ')
  const children = [...plain.matchAll(/(\d+) 0 R/g)].map(([, child = '']) => child)
  const page = /\/Pg (\d+) 0 R/.exec(body.replace(kids, ''))?.[1]
  const own = plain.replaceAll(/\d+ 0 R/g, ' ').match(/\d+/g) ?? []
  if (page !== undefined) content.push(...own.map((mcid) => ({ page, mcid: Number(mcid) })))
  return [[id, { id, tag, children, content }]]
}

function streamOf(body: string): string {
  const start = body.indexOf('stream\n') + 'stream\n'.length
  const raw = Buffer.from(body.slice(start, body.lastIndexOf('\nendstream')), 'latin1')
  return body.includes('/FlateDecode')
    ? inflateSync(raw).toString('latin1')
    : raw.toString('latin1')
}

function readMarks(stream: string) {
  const faults: string[] = []
  const mcids: number[] = []
  let depth = 0
  for (const [token, properties] of stream.matchAll(
    /\/\w+\s*(<<[^>]*>>)?\s*B[DM]C\b|\bEMC\b|\bT[jJ]\b/g,
  )) {
    if (token === 'EMC') {
      if (depth === 0) faults.push('marked content is closed that was not opened')
      else depth -= 1
    } else if (token === 'TJ' || token === 'Tj') {
      if (depth === 0) faults.push('text outside marked content')
    } else {
      depth += 1
      const mcid = /\/MCID (\d+)/.exec(properties ?? '')?.[1]
      if (mcid !== undefined) mcids.push(Number(mcid))
    }
  }
  if (depth > 0) faults.push('marked content is left open')
  return { faults, mcids }
}
