/* undercut df135717d41905c5bd2c26c9c9c959f0d29b4c31c3988cc1b94b14f6774fde42 */
var t=document.querySelector("textarea[data-one-line]"),u=document.getElementById("found"),r=()=>[...u?.querySelectorAll(".suggestions button")??[]];function s(){t&&(t.rows=Math.min(10,t.value.split(`
`).length))}function l(e){if(!t||e.isComposing)return;let n=t.value.trim().includes(`
`);e.key==="Enter"&&!e.shiftKey&&!n&&(e.preventDefault(),t.value.trim()&&t.form?.requestSubmit()),e.key==="ArrowDown"&&!n&&r().length&&(e.preventDefault(),r()[0].focus())}function a(e){let n=r(),o=n.indexOf(e.target);if(o<0)return;let i={ArrowDown:n[o+1],ArrowUp:n[o-1]??t,Escape:t}[e.key];i&&(e.preventDefault(),i.focus())}t?.addEventListener("input",s);t?.addEventListener("keydown",l);u?.addEventListener("keydown",a);s();
