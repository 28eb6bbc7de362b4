// SPDX-License-Identifier: MIT
// What tools/playground writes beside the page.
declare module "*/examples.json" {
  const examples: { group: string; title: string; name: string; text: string; labels?: string }[];
  export default examples;
}
