// Starts the PostgreSQL of one run of the tests, says where it is, and stays until it is killed.
import { startTestDatabase } from '../../../tools/setup/test-database.ts'

const [root = ''] = process.argv.slice(2)
const { url } = await startTestDatabase(root, () => undefined)
process.stdout.write(`started ${url}\n`)
process.stdin.resume()
