import { deflateSync, inflateSync } from 'node:zlib'
import PDFDocument from 'pdfkit'
import { describe, expect, test } from 'vitest'
import { isPlainPdf } from './document-kind.ts'

const inflate = (packed: Uint8Array) => {
  try {
    return inflateSync(packed)
  } catch {
    return undefined
  }
}

const pdf = (...inside: (string | Uint8Array)[]) =>
  Buffer.concat(['%PDF-1.7\n', ...inside, '\n%%EOF\n'].map((part) => Buffer.from(part)))

const objectStream = (objects: string, type = '/ObjStm') => {
  const packed = deflateSync(Buffer.from(objects))
  const head = `5 0 obj\n<</Type${type}/N 1/First 4/Filter/FlateDecode/Length ${packed.length}>>\nstream\n`
  return Buffer.concat([Buffer.from(head), packed, Buffer.from('\nendstream\nendobj')])
}

const plain = (file: Uint8Array) => isPlainPdf(file, inflate)

describe('戸籍などの書類（PDF）', () => {
  test.each([
    ['JavaScript', '<</S/JavaScript/JS(app.alert(1))>>'],
    ['名前の綴りを隠した JavaScript', '<</S/J#61vaScript/J#53(app.alert(1))>>'],
    ['綴りを隠した OpenAction', '<</Op#65nAction 3 0 R>>'],
    ['開くと動く AA と URI', '<</AA<</O<</S/URI/URI(https://example.jp)>>>>>>'],
    ['書式の送信', '<</S/SubmitForm/F(https://example.jp)>>'],
    ['ほかのファイルへ', '<</S/GoToR/F(other.pdf)/D[0/Fit]>>'],
    ['リッチメディア', '<</Subtype/RichMedia>>'],
    ['XFA', '<</XFA[(a)1 0 R]>>'],
    ['埋め込みファイル', '<</Names<</EmbeddedFiles 4 0 R>>>>'],
    ['プログラムの起動', '<</S/Launch/F(cmd.exe)>>'],
    ['暗号化', 'trailer<</Encrypt 5 0 R>>'],
  ])('%sは預からない', (_, inside) => {
    expect(plain(pdf(inside))).toBe(false)
  })

  test('圧縮された中に隠しても、預からない', () => {
    expect(plain(pdf(objectStream('6 0 <</S/JavaScript/JS(x)>>')))).toBe(false)
    expect(plain(pdf(objectStream('6 0 <</S/Launch>>', '/Obj#53tm')))).toBe(false)
  })

  test('中を読めないものは預からない', () => {
    const unreadable = '5 0 obj<</Type/ObjStm/Filter/LZWDecode>>stream\nxxxx\nendstream'
    expect(plain(pdf(unreadable))).toBe(false)
    expect(plain(Buffer.from('%PDF-1.7\n1 0 obj <</Type'))).toBe(false)
  })

  test('ふつうの書類は預かる。押して開くリンクも、圧縮された中の目次も', async () => {
    expect(plain(pdf(objectStream('6 0 <</Type/Outlines/Count 1>>')))).toBe(true)
    expect(plain(pdf('<</Subtype/Link/A<</S/URI/URI(https://example.jp)>>>>'))).toBe(true)
    const made = new PDFDocument()
    const parts: Buffer[] = []
    made.on('data', (part: Buffer) => parts.push(part))
    const ended = new Promise((resolve) => made.on('end', resolve))
    made.text('koseki').end()
    await ended
    expect(plain(Buffer.concat(parts))).toBe(true)
  })

  test('写真の中にたまたまある2文字では断らない', () => {
    expect(plain(pdf('stream\n', Uint8Array.of(0x2f, 0x4a, 0x53, 0x20, 0x9c), '\nendstream'))).toBe(
      true,
    )
  })

  test('PDFでないものは、PDFとはいわない', () => {
    expect(plain(Buffer.from('<!doctype html>'))).toBeUndefined()
  })
})
