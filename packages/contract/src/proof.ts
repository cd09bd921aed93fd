/** The functions with which a browser verifies a week's proof (docs/architecture.md). */
export { type Hashing, merkleRoot, pickCommitment, type ProofLeaf } from '@outlast/domain'
