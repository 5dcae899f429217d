/* undercut d5ff93646ec84e5f74e81e3cc6947e00e5c73d9c227b67f8b2391d2893764070 */
var t=document.querySelector("textarea[data-one-line]"),u=document.getElementById("found"),r=()=>[...u?.querySelectorAll(".suggestions button")??[]];function s(){t&&(t.rows=Math.min(10,t.value.split(`
`).length))}function l(e){if(!t||e.isComposing)return;let n=t.value.trim().includes(`
`);e.key==="Enter"&&!e.shiftKey&&!n&&(e.preventDefault(),t.value.trim()&&t.form?.requestSubmit()),e.key==="ArrowDown"&&!n&&r().length&&(e.preventDefault(),r()[0].focus())}function a(e){let n=r(),o=n.indexOf(e.target);if(o<0)return;let i={ArrowDown:n[o+1],ArrowUp:n[o-1]??t,Escape:t}[e.key];i&&(e.preventDefault(),i.focus())}t?.addEventListener("input",s);t?.addEventListener("keydown",l);u?.addEventListener("keydown",a);s();
