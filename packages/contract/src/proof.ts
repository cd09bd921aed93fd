/** What a member's browser needs to prove picks by itself (architecture.md "Tamper evidence"). */
export { type Hashing, merkleRoot, pickCommitment, type ProofLeaf } from '@outlast/domain'
