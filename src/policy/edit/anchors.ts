import { type Alias, isAlias, isMap, isSeq, type ParsedNode } from 'yaml';
import type { PolicyTree } from '../parse.ts';
import { lineOf } from '../yaml/problem.ts';
import { type EditProblem, editProblem } from './edit-problem.ts';

type Anchored = Pick<PolicyTree, 'lines' | 'aliases'>;

/** Visits a node and all that is written inside of it; aliases are not followed. */
function visit(node: ParsedNode | null, each: (node: ParsedNode) => void): void {
  if (node === null) return;
  each(node);
  if (isSeq(node)) for (const item of node.items) visit(item, each);
  if (isMap(node))
    for (const { key, value } of node.items) {
      visit(key, each);
      visit(value, each);
    }
}

function usesOf({ aliases }: Anchored, node: ParsedNode): Alias[] {
  return [...aliases].filter(([, target]) => target === node).map(([alias]) => alias);
}

function shared(tree: Anchored, node: ParsedNode, what: string): EditProblem {
  const target = isAlias(node) ? (tree.aliases.get(node) ?? node) : node;
  const name = isAlias(node) ? node.source : node.anchor;
  const line = lineOf(tree.lines, target.range[0]);
  return editProblem('shared', `${what} is shared by the anchor &${name} (line ${line}); edit it in the file`);
}

/** @throws EditProblem `shared` where a node's own content is used elsewhere, or is used here from elsewhere. */
export function requireOwn(tree: Anchored, node: ParsedNode | null, what: string): void {
  if (node === null) return;
  if (isAlias(node) || usesOf(tree, node).length > 0) throw shared(tree, node, what);
}

/** @throws EditProblem `shared` where a rewrite of the node would cut a tie, whichever of its ends lies inside. */
export function requireUntied(tree: Anchored, node: ParsedNode | null, what: string): void {
  visit(node, (inner) => requireOwn(tree, inner, what));
}

/** @throws EditProblem `shared` where something inside of the node is used outside of it, so that it can be neither moved nor removed. */
export function requireMovable(tree: Anchored, node: ParsedNode | null, what: string): void {
  const inside = new Set<unknown>();
  visit(node, (inner) => inside.add(inner));
  visit(node, (inner) => {
    if (!isAlias(inner) && usesOf(tree, inner).some((alias) => !inside.has(alias))) throw shared(tree, inner, what);
  });
}
